<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** A person's review of a decision. It never changes the decision. */
final class Review implements \JsonSerializable
{
    public function __construct(
        public readonly string $status,
        /** Given once; null while the review is open. */
        public readonly ?string $verdict,
        /** When the verdict was given; null while the review is open. */
        public readonly ?\DateTimeImmutable $decidedAt,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            status: $json['status'],
            verdict: !isset($json['verdict']) ? null : $json['verdict'],
            decidedAt: !isset($json['decidedAt']) ? null : new \DateTimeImmutable($json['decidedAt']),
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'status' => $this->status,
                'verdict' => $this->verdict,
                'decidedAt' => $this->decidedAt?->format('Y-m-d\TH:i:s.vP'),
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
