/**
 * Runs work in the next animation frame, once however often it is requested. Hidden pages have no frames: there it runs
 * at once.
 */
export function oncePerFrame(run: () => void): { request: () => void; stop: () => void } {
  let asked: number | undefined;
  const now = () => {
    asked = undefined;
    run();
  };
  return {
    request: () => {
      if (document.hidden) {
        if (asked !== undefined) cancelAnimationFrame(asked);
        now();
      } else {
        asked ??= requestAnimationFrame(now);
      }
    },
    stop: () => {
      if (asked !== undefined) cancelAnimationFrame(asked);
      asked = undefined;
    },
  };
}
