/** Waits in tests of pages. */
import { setTimeout as sleep } from "node:timers/promises";
import { act } from "react";

const MAX_ATTEMPTS = 500;

/** Looks until the check passes. All waiting is in acts: whatever arrives meanwhile is rendered when one ends. @throws its last error */
export async function until(check: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await act(() => sleep(20));
    try {
      check();
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
