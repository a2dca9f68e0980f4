/** Whether the last input came from a pointer or the keyboard. In the browser only. */

let last: "pointer" | "keyboard" = "keyboard";

if (typeof document !== "undefined") {
  const note = (input: typeof last) => () => {
    last = input;
  };
  // In the capturing phase, so that nothing on the page can stop it.
  document.addEventListener("pointerdown", note("pointer"), true);
  document.addEventListener("keydown", note("keyboard"), true);
}

export function lastInput(): "pointer" | "keyboard" {
  return last;
}
