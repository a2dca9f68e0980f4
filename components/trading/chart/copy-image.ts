/** Copies the chart as an image; saves a file where the browser allows no images on the clipboard. */
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { PriceChart } from "./price-chart.ts";

export async function copyImage(chart: PriceChart): Promise<void> {
  const text = clientText("chart");
  const canvas = chart.chart.takeScreenshot(true);
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!image) {
    notify({ tone: "bad", text: text("imageFailed") });
    return;
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
    notify({ tone: "good", text: text("imageCopied") });
  } catch {
    save(image);
    notify({ tone: "neutral", text: text("imageSaved") });
  }
}

function save(image: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(image);
  link.download = `chart-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
