import { expect, type Locator } from "@playwright/test";

/**
 * Opens a list of choices by its box and takes one. A box may be pressed while its dialog still comes up, and the list closes again:
 * whoever sits there presses once more, so does this.
 */
export async function choose(box: Locator, choice: Locator): Promise<void> {
  await expect(async () => {
    if (!(await choice.isVisible())) await box.click({ timeout: 10_000 });
    await choice.click({ timeout: 10_000 });
  }).toPass();
}
