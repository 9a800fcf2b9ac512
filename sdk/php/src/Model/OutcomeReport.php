<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The outcome of a booking that was scored. */
final class OutcomeReport implements \JsonSerializable
{
    public function __construct(
        public readonly string $outcome,
        /** Your correlation ID for this request. Returned in errors and stored. */
        public readonly string $requestId,
        /** When it happened: ISO 8601 with a time zone, not in the future. */
        public readonly ?\DateTimeImmutable $occurredAt = null,
        /** For your team. The model does not read it. */
        public readonly ?string $note = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            outcome: $json['outcome'],
            occurredAt: !isset($json['occurredAt']) ? null : new \DateTimeImmutable($json['occurredAt']),
            note: !isset($json['note']) ? null : $json['note'],
            requestId: $json['requestId'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'outcome' => $this->outcome,
                'occurredAt' => $this->occurredAt?->format('Y-m-d\TH:i:s.vP'),
                'note' => $this->note,
                'requestId' => $this->requestId,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
