// From the options of a decision to what is lit on the board, and from a click to an option.

/** @typedef {import("./types.js").Option} Option */

export class Choices {
  /** @param {Option[]} options @param {string} [unit] that is asked about */
  constructor(options, unit) {
    this.options = options;
    this.unit = unit;
    /** @type {Map<string, Option[]>} by the unit they begin with */
    this.byPiece = new Map();
    for (const option of options) {
      const first = option.pieces[0];
      if (first) this.byPiece.set(first, [...(this.byPiece.get(first) ?? []), option]);
    }
  }

  /** The unit everything is about, if there is only one. */
  get about() {
    if (!this.byPiece.size) return this.unit ?? null;
    const [first] = this.byPiece.keys();
    const isAll = this.unit === first || this.options.every((option) => option.pieces.length);
    return isAll && this.byPiece.size === 1 ? first : null;
  }

  /** The same, if all there is to choose is where it goes: it need not be picked. */
  get only() {
    return this.goalsOf(this.about).size ? this.about : null;
  }

  /** Units that can be picked now. @param {string | null} selected */
  pieces(selected) {
    const lit = new Set(this.byPiece.keys());
    for (const option of this.byPiece.get(selected ?? "") ?? []) for (const piece of option.pieces.slice(1)) lit.add(piece);
    return lit;
  }

  /** Places that can be picked without a unit. */
  places() {
    return new Set(this.options.filter((option) => !option.pieces.length).flatMap((option) => option.places));
  }

  /** Where a unit can be sent. @param {string | null} piece @returns {Set<string>} */
  goalsOf(piece) {
    return new Set((this.byPiece.get(piece ?? "") ?? []).flatMap((option) => option.places));
  }

  /**
   * What a click on a unit means: options to take at once, or that it is selected.
   * @param {string} piece
   * @param {string | null} selected
   * @returns {{ take: Option[] } | { select: true } | null}
   */
  clickPiece(piece, selected) {
    const second = (this.byPiece.get(selected ?? "") ?? []).filter((option) => option.pieces[1] === piece);
    if (second.length && piece !== selected) return { take: second };
    const mine = this.byPiece.get(piece) ?? [];
    if (!mine.length) return null;
    if (mine.some((option) => option.places.length || option.pieces.length > 1)) return { select: true };
    return { take: mine };
  }

  /** What a click on a place means. @param {string} place @param {string | null} selected @returns {Option[]} */
  clickPlace(place, selected) {
    const sent = (this.byPiece.get(selected ?? "") ?? []).filter((option) => option.places.includes(place));
    if (sent.length) return sent;
    return this.options.filter((option) => !option.pieces.length && option.places.includes(place));
  }

  /** Options for the list: those of a unit, or all. @param {string | null} selected */
  listed(selected) {
    return selected && this.byPiece.has(selected) ? this.byPiece.get(selected) ?? [] : this.options;
  }
}
