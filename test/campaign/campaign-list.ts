import type { CampaignRecipe } from './campaign-recipe.ts';
import { toClientCampaign } from './client-campaign.ts';
import { clientRecipes } from './client-recipe.ts';
import { debianServerRecipes } from './debian-server-recipe.ts';
import { npmServerRecipes } from './npm-server-recipe.ts';
import { proxyRecipes } from './proxy-recipe.ts';
import { toServerCampaign } from './server-campaign.ts';
import { serverRecipes } from './server-recipe.ts';

/** Servers: those that `npm run test:all` starts, too, and those that the campaign alone does. */
const servers = [...serverRecipes, ...npmServerRecipes, ...debianServerRecipes];

/** All that the campaign observes, role by role. */
export const campaignRecipes: readonly CampaignRecipe[] = [
  ...servers.map(toServerCampaign),
  ...clientRecipes.map(toClientCampaign),
  ...proxyRecipes,
];
