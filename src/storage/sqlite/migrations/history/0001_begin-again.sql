DROP TABLE `progress`;--> statement-breakpoint
DROP TABLE `sightings`;