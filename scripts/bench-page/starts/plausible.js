// As the package's README starts it; the endpoint is the host that the script came from.
import { init } from "@plausible-analytics/tracker";

init({
  domain: location.hostname,
  endpoint: new URL("/api/event", document.currentScript.src).href,
});
