// As the package's README starts it, with the result kept where the bench can see it.
import { load } from "@fingerprintjs/botd";

load()
  .then((botd) => botd.detect())
  .then((result) => {
    window.botdResult = result;
  });
