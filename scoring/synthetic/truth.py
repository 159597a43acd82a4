"""What is true in a synthetic corpus: tasks, rubrics, models' abilities, and which criteria are met."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from annotation import vocabulary

JUDGED_CRITERIA_PER_TASK = 3415 / 359  # the published public split: 256,125 judgments in 359 x 25 x 3 cells


@dataclass(frozen=True)
class CorpusPlan:
    """How large the corpus is and how its truth is made. Rates are probabilities, effects are in logits."""

    tasks: int = 718
    models: int = 25
    attempts: int = 3
    judges: int = 15
    families: int = 5
    calibration_tasks: int = 75
    calibration_models: int = 4
    seed: int = 20260714
    task_effect_sd: float = 1.0
    criterion_effect_sd: float = 1.2
    empty_rate: float = 0.006
    missing_vote_rate: float = 0.004
    clinician_error_rates: tuple[float, float, float] = (0.06, 0.08, 0.10)
    clinician_error_correlation: float = 0.2
    judge_error_range: tuple[float, float] = (0.10, 0.30)
    judge_error_correlation: float = 0.15
    family_error_correlation: float = 0.25

    def problems(self) -> list[str]:
        """What is wrong with the plan, in sentences; empty when it can be made."""
        least = {"tasks": 2, "models": 1, "attempts": 1, "judges": 3, "calibration_tasks": 1}
        problems = [
            f"--{name.replace('_', '-')} must be at least {low}; {getattr(self, name)} was given."
            for name, low in least.items()
            if getattr(self, name) < low
        ]
        if not 0 <= self.seed < 2**32:
            problems.append(f"--seed must be a whole number from 0 to 4294967295; {self.seed} was given.")
        if self.calibration_tasks > max(1, self.tasks // 2):
            problems.append(
                f"--calibration-tasks is {self.calibration_tasks}, but only {self.tasks // 2} are public."
            )
        return problems


@dataclass
class Truth:
    """The corpus. Units are (task, model, attempt, criterion), criteria of a task in rubric order.

    criterion_task, weights, dimensions: one a criterion. met: criteria x models x attempts, bool.
    empty: tasks x models x attempts, bool; nothing is met in an empty reply.
    """

    plan: CorpusPlan
    metadata: list[dict[str, str]]
    n_prompts: NDArray[np.int64]
    is_public: NDArray[np.bool_]
    criterion_task: NDArray[np.int64]
    weights: NDArray[np.int64]
    dimensions: NDArray[np.int64]
    met: NDArray[np.bool_]
    empty: NDArray[np.bool_]
    model_names: list[str] = field(default_factory=list)

    @cached_property
    def task_names(self) -> list[str]:
        return [f"SYN-{number:04d}" for number in range(1, self.plan.tasks + 1)]

    @cached_property
    def criterion_names(self) -> list[str]:
        """Such as SYN-0007-C03: the third criterion of the seventh task."""
        first = np.searchsorted(self.criterion_task, self.criterion_task)
        positions = np.arange(len(first)) - first + 1
        return [
            f"{self.task_names[task]}-C{position:02d}"
            for task, position in zip(self.criterion_task, positions, strict=True)
        ]

    def model_means(self) -> dict[str, float]:
        """The true mean cell score of each model over the public tasks, from the truth, not from votes."""
        by_task = np.zeros((self.plan.tasks, *self.met.shape[1:]))
        np.add.at(by_task, self.criterion_task, self.met * self.weights[:, None, None])
        totals = np.bincount(self.criterion_task, weights=self.weights, minlength=self.plan.tasks)
        scores = by_task[self.is_public] / totals[self.is_public, None, None]
        return dict(zip(self.model_names, scores.mean(axis=(0, 2)).tolist(), strict=True))


def make_truth(plan: CorpusPlan) -> Truth:
    """Draw a corpus: criterion met with logit = model ability + task effect + criterion effect."""
    chance = np.random.RandomState(plan.seed)
    metadata = [_metadata(number, chance) for number in range(plan.tasks)]
    n_prompts = np.array(
        [1 if row["TURNS"] == "Single Turn" else 2 + number % 4 for number, row in enumerate(metadata)]
    )
    is_public = np.arange(plan.tasks) % 2 == 0
    criterion_task = np.repeat(np.arange(plan.tasks), _criteria_per_task(plan, is_public, chance))
    n = len(criterion_task)
    ability = np.linspace(1.6, -0.8, plan.models)
    logits = (
        ability[None, :]
        + chance.normal(0, plan.task_effect_sd, plan.tasks)[criterion_task, None]
        + chance.normal(0, plan.criterion_effect_sd, n)[:, None]
    )
    met = chance.random_sample((n, plan.models, plan.attempts)) < (1 / (1 + np.exp(-logits)))[:, :, None]
    empty = chance.random_sample((plan.tasks, plan.models, plan.attempts)) < plan.empty_rate
    met &= ~empty[criterion_task]
    return Truth(
        plan=plan,
        metadata=metadata,
        n_prompts=n_prompts,
        is_public=is_public,
        criterion_task=criterion_task,
        weights=chance.randint(1, 21, n),
        dimensions=chance.randint(0, len(vocabulary.DIMENSIONS), n),
        met=met,
        empty=empty,
        model_names=[f"synthetic/model-{number:02d}" for number in range(1, plan.models + 1)],
    )


def _metadata(number: int, chance: np.random.RandomState) -> dict[str, str]:
    return {
        "TURNS": vocabulary.TURNS[int(chance.random_sample() < 0.35)],
        "AGE": vocabulary.AGES[int(chance.random_sample() < 0.7)],
        "PROMPT_INTENT": vocabulary.INTENTS[chance.randint(2)],
        "EXPLICIT_TYPE": vocabulary.EXPLICITNESS[chance.randint(2)],
        "PROGRESSION_STAGE": vocabulary.STAGES[chance.randint(4)],
        "SUB_CATEGORY": vocabulary.SUBCATEGORIES[number % len(vocabulary.SUBCATEGORIES)],
    }


def _criteria_per_task(
    plan: CorpusPlan, is_public: NDArray[np.bool_], chance: np.random.RandomState
) -> NDArray[np.int64]:
    """6 to 20 criteria a task, adjusted so that the public half has the published density."""
    counts = np.clip(chance.poisson(JUDGED_CRITERIA_PER_TASK, plan.tasks), 6, 20)
    public = np.flatnonzero(is_public)
    wanted = round(JUDGED_CRITERIA_PER_TASK * len(public))
    while (gap := wanted - counts[public].sum()) != 0:
        task = public[chance.randint(len(public))]
        counts[task] = np.clip(counts[task] + np.sign(gap), 6, 20)
    return counts
