<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The outcome of a booking that was scored. */
final class Outcome implements \JsonSerializable
{
    public function __construct(
        /** The decision that the outcome belongs to. */
        public readonly string $decisionId,
        public readonly string $outcome,
        /** When it happened, or null if that was not reported. */
        public readonly ?\DateTimeImmutable $occurredAt,
        /** When the report was stored. */
        public readonly \DateTimeImmutable $reportedAt,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            decisionId: $json['decisionId'],
            outcome: $json['outcome'],
            occurredAt: !isset($json['occurredAt']) ? null : new \DateTimeImmutable($json['occurredAt']),
            reportedAt: new \DateTimeImmutable($json['reportedAt']),
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'decisionId' => $this->decisionId,
                'outcome' => $this->outcome,
                'occurredAt' => $this->occurredAt?->format('Y-m-d\TH:i:s.vP'),
                'reportedAt' => $this->reportedAt->format('Y-m-d\TH:i:s.vP'),
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
