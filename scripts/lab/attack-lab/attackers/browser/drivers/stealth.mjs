/** puppeteer-extra-plugin-stealth with the person's language, as shown in its documentation. */
import stealthPlugin from "puppeteer-extra-plugin-stealth";
import languagesEvasion from "puppeteer-extra-plugin-stealth/evasions/navigator.languages/index.js";
import userAgentEvasion from "puppeteer-extra-plugin-stealth/evasions/user-agent-override/index.js";

export function stealthFor({ language }) {
  const languages = [...new Set([language, language.split("-")[0]])];
  const stealth = stealthPlugin();
  stealth.enabledEvasions.delete("navigator.languages");
  stealth.enabledEvasions.delete("user-agent-override");
  return [
    stealth,
    languagesEvasion({ languages }),
    userAgentEvasion({ locale: languages.join(",") }),
  ];
}
