// Started as in the package's README, with the result stored for the benchmark.
import { load } from "@fingerprintjs/botd";

load()
  .then((botd) => botd.detect())
  .then((result) => {
    window.botdResult = result;
  });
