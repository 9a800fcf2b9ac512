// Follows dist/fp.min.js. As the package's README starts it, with the result kept for the bench.
FingerprintJS.load()
  .then((agent) => agent.get())
  .then((result) => {
    window.visitorId = result.visitorId;
  });
