ALTER TABLE `projects` ADD `base_rate` real;--> statement-breakpoint
ALTER TABLE `projects` ADD `base_rate_basis` text;