// Appended to dist/fp.min.js. Started as in the package's README, with the result stored.
FingerprintJS.load()
  .then((agent) => agent.get())
  .then((result) => {
    window.visitorId = result.visitorId;
  });
