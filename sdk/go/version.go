package bookingrisk

// Version is that of the service whose document the models are from.
const Version = "0.1.0"
