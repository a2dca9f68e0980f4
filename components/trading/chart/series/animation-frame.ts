/**
 * Runs work in the next animation frame, once however often it is requested. Hidden pages have no frames: there it runs
 * at once.
 */
export function oncePerFrame(run: () => void): { request: () => void; stop: () => void } {
  let frame: number | undefined;
  const now = () => {
    frame = undefined;
    run();
  };
  return {
    request: () => {
      if (document.hidden) {
        if (frame !== undefined) cancelAnimationFrame(frame);
        now();
      } else {
        frame ??= requestAnimationFrame(now);
      }
    },
    stop: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
