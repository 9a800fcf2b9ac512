ALTER TABLE `verifications` ADD `ip_address` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `user_agent` text;