// Runs the scenario of recalibration.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"seen","url":"…","projectId":"…","model":"…"}.
import { looks, play, signedIn } from "./walk.mjs";

const scenarios = {
  /** The card of a model that is off, with the command that corrects it. */
  async seen({ page, ...given }) {
    await signedIn({ page, ...given });
    const { url, projectId, model } = given;
    await page.goto(`${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`);
    const card = page.getByRole("region", { name: "Calibration on outcomes" });
    await card.getByText("A recalibration is proposed").waitFor();
    const rows = (await card.getByRole("row").allTextContents()).map((row) => row.trim());
    const command = await card.getByText("model recalibrate").first().textContent();
    await card.scrollIntoViewIfNeeded();
    const axe = await looks(page, { name: "calibration", pictures: given.pictures });
    return { rows, command, axe };
  },
};

export default play(scenarios);
