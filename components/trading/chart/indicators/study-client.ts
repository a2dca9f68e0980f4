/** Has indicators computed in a worker; where a browser refuses one, in the page. Answers come later either way. */
import { type StudyAnswer, StudyEngine, type StudyTask } from "./study-engine.ts";

export class StudyClient {
  readonly #onAnswer: (answer: StudyAnswer) => void;
  #worker: Worker | undefined;
  #engine: StudyEngine | undefined;
  /** What a worker that fails has not done. */
  readonly #sent: StudyTask[] = [];
  #stopped = false;

  constructor(onAnswer: (answer: StudyAnswer) => void, makeWorker: () => Worker = openWorker) {
    this.#onAnswer = onAnswer;
    try {
      this.#worker = makeWorker();
      this.#worker.addEventListener("message", ({ data }: MessageEvent<StudyAnswer>) =>
        this.#answer(data),
      );
      this.#worker.addEventListener("error", () => this.#fallBack());
    } catch {
      this.#fallBack();
    }
  }

  send(task: StudyTask): void {
    if (this.#engine) {
      const answer = this.#engine.run(task);
      if (answer) queueMicrotask(() => this.#answer(answer));
      return;
    }
    // A new series makes what came before it needless, but for the settings.
    if (task.do !== "update") {
      const kept = this.#sent.filter((one) => one.do === "set" && task.do === "reset");
      this.#sent.splice(0, this.#sent.length, ...kept);
    }
    this.#sent.push(task);
    this.#worker?.postMessage(task);
  }

  stop(): void {
    this.#stopped = true;
    this.#worker?.terminate();
  }

  #answer(answer: StudyAnswer): void {
    if (!this.#stopped) this.#onAnswer(answer);
  }

  #fallBack(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#engine = new StudyEngine();
    for (const task of this.#sent.splice(0)) this.send(task);
  }
}

function openWorker(): Worker {
  return new Worker(new URL("./study-worker.ts", import.meta.url), { type: "module" });
}
