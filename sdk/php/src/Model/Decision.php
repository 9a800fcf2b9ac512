<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The decision on a booking attempt. */
final class Decision implements \JsonSerializable
{
    public function __construct(
        /** Unique identifier of this decision. Store it with the order. */
        public readonly string $decisionId,
        /** Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
        public readonly int $riskScore,
        public readonly string $riskLevel,
        public readonly string $suggestedAction,
        public readonly string $riskSetting,
        /** When the attempt was scored. */
        public readonly \DateTimeImmutable $decidedAt,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            decisionId: $json['decisionId'],
            riskScore: $json['riskScore'],
            riskLevel: $json['riskLevel'],
            suggestedAction: $json['suggestedAction'],
            riskSetting: $json['riskSetting'],
            decidedAt: new \DateTimeImmutable($json['decidedAt']),
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'decisionId' => $this->decisionId,
                'riskScore' => $this->riskScore,
                'riskLevel' => $this->riskLevel,
                'suggestedAction' => $this->suggestedAction,
                'riskSetting' => $this->riskSetting,
                'decidedAt' => $this->decidedAt->format('Y-m-d\TH:i:s.vP'),
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
