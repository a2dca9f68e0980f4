/** Output of work that began before its turn: it is kept until it is shown, and then passed on as it comes. */
export class HeldOutput {
  #held = "";
  #show: ((text: string) => void) | undefined;

  write(text: string): void {
    if (this.#show) this.#show(text);
    else this.#held += text;
  }

  /** Shows what was held back, and from then on all that is written. */
  show(show: (text: string) => void): void {
    this.#show = show;
    if (this.#held !== "") show(this.#held);
    this.#held = "";
  }
}
