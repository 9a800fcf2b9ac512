// Started as in the package's README; the endpoint is the host that served the script.
import { init } from "@plausible-analytics/tracker";

init({
  domain: location.hostname,
  endpoint: new URL("/api/event", document.currentScript.src).href,
});
