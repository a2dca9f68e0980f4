/** Work for the next frame, done once however often it is asked for. A hidden page has no frames: there it is done at once. */
export function oncePerFrame(run: () => void): { ask: () => void; stop: () => void } {
  let asked: number | undefined;
  const now = () => {
    asked = undefined;
    run();
  };
  return {
    ask: () => {
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
