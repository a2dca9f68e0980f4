/** The measures of commit 733af2f, before the layout by domain, taken by the same script. */
import type { HouseMeasures } from "./measures.ts";

export const BEFORE: Omit<HouseMeasures, "domains"> = {
  folders: {
    components: { folders: 81, floors: 25, arrows: 343, arrowsUp: 146, foldersInCircles: 57 },
    lib: { folders: 42, floors: 14, arrows: 250, arrowsUp: 51, foldersInCircles: 23 },
  },
  filesInCircles: 59,
  rootEntries: 49,
  componentFiles: 617,
  componentFilesWithOneReader: 282,
  smallComponentFilesWithOneReader: 36,
  bodyCasts: 49,
  longestFunction: 70,
};
