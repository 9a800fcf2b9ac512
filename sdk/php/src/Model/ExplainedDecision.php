<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** A decision, its outcome and its strongest reasons. */
final class ExplainedDecision implements \JsonSerializable
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
        /** The requestId of the attempt. */
        public readonly string $requestId,
        public readonly \BookingRisk\Model\DecidingModel $model,
        public readonly \BookingRisk\Model\DecidedBy $decidedBy,
        /** Entries of the project's lists that applied, in the order of decision. @var list<\BookingRisk\Model\ListMatch> */
        public readonly array $listMatches,
        /** Null where none was reported. */
        public readonly ?\BookingRisk\Model\ReportedOutcome $outcome,
        /** Null where the decision was never sent to review. */
        public readonly ?\BookingRisk\Model\Review $review,
        public readonly \BookingRisk\Model\Reasons $reasons,
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
            requestId: $json['requestId'],
            model: \BookingRisk\Model\DecidingModel::fromArray($json['model']),
            decidedBy: \BookingRisk\Model\DecidedBy::fromArray($json['decidedBy']),
            listMatches: \array_map(\BookingRisk\Model\ListMatch::fromArray(...), $json['listMatches']),
            outcome: !isset($json['outcome']) ? null : \BookingRisk\Model\ReportedOutcome::fromArray($json['outcome']),
            review: !isset($json['review']) ? null : \BookingRisk\Model\Review::fromArray($json['review']),
            reasons: \BookingRisk\Model\Reasons::fromArray($json['reasons']),
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
                'requestId' => $this->requestId,
                'model' => $this->model,
                'decidedBy' => $this->decidedBy,
                'listMatches' => $this->listMatches,
                'outcome' => $this->outcome,
                'review' => $this->review,
                'reasons' => $this->reasons,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
