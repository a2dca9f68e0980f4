/** Handing an image of this site on: to the clipboard, or by the system's own way to share. */

/** Answers whether the browser took it. The image is fetched within, because a press is good for a moment only. */
export async function copyImage(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": fetchImage(address) })]);
    return true;
  } catch {
    return false;
  }
}

type Shared = { url: string; text: string /** Address of a PNG of this site. */; image: string };

/** Answers false when it failed; whoever closes the window again has not failed. */
export async function sharePage({ url, text, image }: Shared): Promise<boolean> {
  try {
    const files = await filesOf(image);
    const page = { title: "svc", text, url };
    const withImage = { ...page, files };
    await navigator.share(files.length > 0 && navigator.canShare(withImage) ? withImage : page);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** None when it cannot be had: the link is shared without it. */
async function filesOf(image: string): Promise<File[]> {
  try {
    return [new File([await fetchImage(image)], "svc.png", { type: "image/png" })];
  } catch {
    return [];
  }
}

async function fetchImage(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The image was answered with ${response.status}.`);
  return response.blob();
}
