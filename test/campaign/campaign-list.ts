import type { CampaignRecipe } from './campaign-recipe.ts';
import { toServerCampaign } from './server-campaign.ts';
import { serverRecipes } from './server-recipe.ts';

/** All that the campaign observes, role by role. */
export const campaignRecipes: readonly CampaignRecipe[] = [...serverRecipes.map(toServerCampaign)];
