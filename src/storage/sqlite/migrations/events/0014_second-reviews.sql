ALTER TABLE `reviews` ADD `second_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `second_claim` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `second_by` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `second_claimed_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `second_due_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `second_verdict` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `second_decided_at` integer;--> statement-breakpoint
CREATE INDEX `reviews_second` ON `reviews` (`project_id`,`second_at`,`decision_id`) WHERE second_at IS NOT NULL AND second_verdict IS NULL;--> statement-breakpoint
CREATE INDEX `reviews_second_decided` ON `reviews` (`project_id`,`second_decided_at`) WHERE second_decided_at IS NOT NULL;