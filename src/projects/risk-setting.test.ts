import { expect, test } from "bun:test";
import { defaultRiskSetting, isRiskSetting, riskSettings } from "./risk-setting.ts";

test("the three settings of the specification, balanced by default", () => {
  expect([...riskSettings]).toEqual(["maximizeProtection", "balanced", "maximizeRevenue"]);
  expect(defaultRiskSetting).toBe("balanced");
  for (const setting of riskSettings) expect(isRiskSetting(setting)).toBe(true);
});

test.each(["Balanced", "balanced ", "", "toString", "0", 1, null, undefined])(
  "%p is no setting",
  (value) => {
    expect(isRiskSetting(value)).toBe(false);
  },
);
