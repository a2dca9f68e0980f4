/** Waits in tests of pages. */
import { setTimeout as sleep } from "node:timers/promises";
import { act } from "react";

const MOST_LOOKS = 500;

/** Looks until the check passes. All waiting is in acts: whatever arrives meanwhile is rendered when one ends. @throws its last error */
export async function until(check: () => void): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    await act(() => sleep(20));
    try {
      check();
      return;
    } catch (error) {
      if (looks === MOST_LOOKS) throw error;
    }
  }
}
