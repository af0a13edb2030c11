// Waits until something on the board is where it was some frames ago, drawn anew and not only pushed.
([selector, patience]) => new Promise((resolve, reject) => {
  const FRAMES = 5;
  const end = performance.now() + patience;
  let [last, same] = ["", 0];
  const look = () => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    const svg = document.querySelector(".board-view > svg");
    const now = box && svg && !svg.style.transform ? [box.x, box.y, box.width, box.height].join() : "";
    same = now && now === last ? same + 1 : 0;
    last = now;
    if (same >= FRAMES) resolve({ x: box.x, y: box.y, width: box.width, height: box.height });
    else if (performance.now() > end) reject(new Error(`never at rest: ${selector}`));
    else requestAnimationFrame(look);
  };
  look();
})
