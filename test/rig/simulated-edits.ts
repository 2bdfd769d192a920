import { type Dice, type Person, person, type SimulatedCampaign, simulatedStep } from './simulated-campaign.ts';

/** The campaign after somebody has edited its files: one or two edits of those that a campaign under way may get. */
export function edited(dice: Dice, campaign: SimulatedCampaign): SimulatedCampaign {
  const first = dice.pick(edits);
  const second = dice.pick(edits);
  const once = first(dice, campaign);
  // Of two new names at once the file can tell but the last.
  return dice.chance(0.4) && second !== first ? second(dice, once) : once;
}

type Edit = (dice: Dice, campaign: SimulatedCampaign) => SimulatedCampaign;

const added: Edit = (dice, campaign) => {
  const { length } = campaign.members;
  const more = Array.from({ length: dice.between(1, 4) }, (_, index) => person(dice, 100 + length + index));
  return { ...campaign, members: dice.chance(0.5) ? [...more, ...campaign.members] : [...campaign.members, ...more] };
};

const dropped: Edit = (dice, campaign) => {
  const keeps = dice.pick([0.2, 0.7, 0.95]);
  const members = campaign.members.filter(() => dice.chance(keeps));
  return { ...campaign, members: members.length === 0 ? campaign.members.slice(0, 1) : members };
};

/** Who wrote STOP. */
const stopped: Edit = (dice, campaign) => {
  const who = campaign.members.slice(1).filter(() => dice.chance(0.3));
  return { ...campaign, stopped: [...campaign.stopped, ...who.map(({ number }) => number)] };
};

const moved: Edit = (dice, campaign) => ofSome(dice, campaign, (one) => ({ ...one, zone: person(dice, 0).zone }));

const renamedPeople: Edit = (dice, campaign) => ofSome(dice, campaign, (one) => ({ ...one, name: `${one.name}x` }));

const reworded: Edit = (dice, campaign) => {
  const { label } = dice.pick(campaign.steps);
  const steps = campaign.steps.map((step) => (step.label === label ? { ...step, edition: step.edition + 1 } : step));
  return { ...campaign, steps };
};

const renamedStep: Edit = (dice, campaign) => {
  const { label } = dice.pick(campaign.steps);
  const steps = campaign.steps.map((step) =>
    step.label === label ? { ...step, id: `${step.id}x`, was: step.id } : step,
  );
  return { ...campaign, steps };
};

/** Never of a name that another had: it would be the same one. */
const furtherStep: Edit = (dice, campaign) => {
  const given = { label: `s${campaign.stepsEver}`, before: campaign.steps };
  const step = simulatedStep(dice, { ...given, twoAudiences: campaign.others.length > 0 });
  return { ...campaign, steps: [...campaign.steps, step], stepsEver: campaign.stepsEver + 1 };
};

/** The last one: none needs it. */
const removedStep: Edit = (_dice, campaign) =>
  campaign.steps.length < 2 ? campaign : { ...campaign, steps: campaign.steps.slice(0, -1) };

const edits = [added, dropped, stopped, moved, renamedPeople, reworded, renamedStep, furtherStep, removedStep] as const;

function ofSome(dice: Dice, campaign: SimulatedCampaign, change: (one: Person) => Person): SimulatedCampaign {
  return { ...campaign, members: campaign.members.map((one) => (dice.chance(0.4) ? change(one) : one)) };
}
