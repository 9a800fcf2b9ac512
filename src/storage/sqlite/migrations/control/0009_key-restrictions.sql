ALTER TABLE `keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `keys` ADD `allowed_addresses` text;--> statement-breakpoint
ALTER TABLE `keys` ADD `rate_limit` integer;