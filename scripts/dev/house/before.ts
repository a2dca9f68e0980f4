/** The measures of commit 733af2f, before the layout by domain, taken by the same script. */
import type { HouseMeasures } from "./measures.ts";

export const BEFORE: Omit<HouseMeasures, "domains" | "comments"> = {
  folders: {
    components: { folders: 81, floors: 25, arrows: 343, arrowsUp: 146, foldersInCircles: 57 },
    lib: { folders: 42, floors: 14, arrows: 250, arrowsUp: 51, foldersInCircles: 23 },
    services: { folders: 27, floors: 10, arrows: 83, arrowsUp: 57, foldersInCircles: 21 },
    scripts: { folders: 7, floors: 4, arrows: 6, arrowsUp: 4, foldersInCircles: 3 },
    e2e: { folders: 4, floors: 3, arrows: 2, arrowsUp: 2, foldersInCircles: 2 },
  },
  filesInCircles: 59,
  rootEntries: 49,
  componentFiles: 617,
  componentFilesWithOneReader: 282,
  smallComponentFilesWithOneReader: 36,
  bodyCasts: 49,
  longestFunction: 70,
};
