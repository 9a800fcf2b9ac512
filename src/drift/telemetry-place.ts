/** Where in a vector it stands whether anything was seen of the browser. */
import { featureNames } from "../features/index.ts";

/** Its value is 1 if so. */
export const telemetryPlace = featureNames.indexOf("collection_is_known");
