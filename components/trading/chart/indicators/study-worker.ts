/** The worker that computes indicators, so that a chart with many of them stays smooth. */
import { StudyEngine, type StudyTask } from "./study-engine.ts";

const engine = new StudyEngine();

self.addEventListener("message", ({ data }: MessageEvent<StudyTask>) => {
  const answer = engine.run(data);
  if (answer) self.postMessage(answer);
});
