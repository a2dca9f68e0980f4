/** Copies a canvas as a PNG; saves a file where the browser allows no images on the clipboard. */
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "./notify.ts";

/** `name`: of the file, without its time and ending. */
export async function copyPicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const text = clientText("ui");
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!image) {
    notify({ tone: "bad", text: text("imageFailed") });
    return;
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
    notify({ tone: "good", text: text("imageCopied") });
  } catch {
    save(image, name);
    notify({ tone: "neutral", text: text("imageSaved") });
  }
}

function save(image: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(image);
  link.download = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
