// One contender as a server: node serve.mjs <name of a file in contender> <its options as JSON>
import { answerLines } from './answer-lines.mjs';
import { tellUsage } from './usage.mjs';

const [name, options = '{}'] = process.argv.slice(2);
const { listen } = await import(`./contender/${name}.mjs`);
const port = await listen(JSON.parse(options));
answerLines({ port }, tellUsage);
