// What a machine can check of a page's accessibility. Gives a list of complaints.
() => {
  const complaints = [];
  const say = (what, element) => complaints.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && !element.closest("[hidden]");
  };
  const name = (element) => (element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent || element.title || element.alt || "").trim();

  if (!document.documentElement.lang) complaints.push("the page has no language");
  if (!document.title) complaints.push("the page has no title");
  if (document.querySelectorAll("main").length !== 1) complaints.push("the page needs one main part");
  if (document.querySelectorAll("h1").length !== 1) complaints.push(`the page has ${document.querySelectorAll("h1").length} headings of the first level`);
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) complaints.push(`two elements are called ${id}`);

  for (const element of document.querySelectorAll("button, a[href], select, input, textarea, [role=button], [role=tab], [role=img]")) {
    if (visible(element) && !name(element)) say("it has no name", element);
  }
  for (const element of document.querySelectorAll("img")) if (!element.hasAttribute("alt")) say("it has no alternative text", element);
  for (const element of document.querySelectorAll("[aria-hidden=true]")) {
    const inside = element.querySelector("button, a[href], input, select, textarea, [tabindex='0']");
    if (inside) say("it can be focused but is hidden from hearing", inside);
  }
  for (const element of document.querySelectorAll("[aria-controls]")) {
    if (!document.getElementById(element.getAttribute("aria-controls"))) say("it controls what is not there", element);
  }
  for (const element of document.querySelectorAll("[tabindex]")) if (element.tabIndex > 0) say("it breaks the order of focus", element);

  // Contrast of text, as far as backgrounds are plain colours.
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const bright = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => { const p = part / 255; return p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.backgroundImage !== "none") return null;
      const colour = rgba(style.backgroundColor);
      if (colour[3] > 250) return colour;
      if (colour[3] > 5) return null;
    }
    return rgba("Canvas");
  };
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg, option, noscript, .unseen, .skip")) continue;
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !visible(element)) continue;
    const style = getComputedStyle(element);
    if (Number(style.opacity) < 1 || element.closest(".undo.impossible")) continue;
    const back = behind(element);
    if (!back) continue;
    const [a, b] = [bright(rgba(style.color)), bright(back)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) say(`contrast ${contrast.toFixed(2)}`, element);
  }
  return complaints;
}
