/**
 * The only script of the page. It plays cases one after the other, those that have to open between the others, since a
 * browser makes a client wait whose connections all fail; and control cases first, between and last. It brings its controls to light itself. Where the page is no zoo's
 * own, it has a field with the address of one, which is asked for its cases before anything is played.
 */
export const script = `
'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const server = find('server');
  const originOf = () => (server ? server.value.trim().replace(/\\/+$/, '') : location.origin).replace(/^http/, 'ws');
  const limit = 10000;
  const cases = [...document.querySelectorAll('.case')].map((element) => ({
    element,
    id: element.id,
    path: element.dataset.path,
    offer: element.dataset.offer === '' ? [] : element.dataset.offer.split(','),
    expect: element.dataset.expect,
    control: element.dataset.control,
    words: [element.id, element.dataset.clause, element.querySelector('h4').textContent].join(' ').toLowerCase(),
    outcome: null,
  }));
  /** Whether a zoo answers: without one every case would fail, and many would look right. */
  const isThere = async () => {
    if (!server) return true;
    try {
      const reply = await fetch(originOf().replace(/^ws/, 'http') + '/cases.json', { signal: AbortSignal.timeout(limit) });
      return Array.isArray(await reply.json());
    } catch {
      return false;
    }
  };
  const tellOfNone = () => {
    find('progress').textContent = 'No zoo answers at ' + originOf() + ', or the browser lets nobody ask it.';
  };
  const play = ({ path, offer }) =>
    new Promise((resolve) => {
      const webSocket = new WebSocket(originOf() + path, offer);
      const timer = setTimeout(() => tell('neither opened nor failed'), limit);
      const tell = (outcome) => {
        clearTimeout(timer);
        webSocket.onopen = webSocket.onclose = null;
        webSocket.close();
        resolve(outcome);
      };
      webSocket.onopen = () => tell('opened');
      webSocket.onclose = () => tell('failed');
    });
  /** The control case that goes otherwise than in every browser: what is played beside it says nothing. */
  const findFailedControl = async () => {
    for (const each of cases.filter(({ control }) => control)) {
      if ((await play(each)) !== (each.control === 'opens' ? 'opened' : 'failed')) return each;
    }
    return null;
  };
  const isRight = ({ expect, outcome }) =>
    expect === 'either' ? outcome === 'opened' || outcome === 'failed' : outcome === (expect === 'open' ? 'opened' : 'failed');
  const show = (each) => {
    const result = each.element.querySelector('.result');
    const same = isRight(each);
    result.textContent = (same ? '\\u2713 ' : '\\u2717 ') + each.outcome + (same ? '' : ' here');
    result.className = 'result ' + (same ? 'same' : 'other');
    each.element.classList.toggle('differs', !same);
  };
  const summarize = () => {
    const played = cases.filter(({ outcome }) => outcome !== null);
    const differing = played.filter((each) => !isRight(each));
    find('difference-list').replaceChildren(
      ...differing.map(({ element, id, outcome, expect }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = '#' + id;
        link.textContent = element.querySelector('h4').textContent;
        item.append(link, ': ' + outcome + ', where a right browser ' + (expect === 'open' ? 'opens' : 'fails'));
        return item;
      }),
    );
    find('differences').hidden = differing.length === 0;
    filter();
    return played.length + ' of ' + cases.length + ' played: ' + (played.length - differing.length) +
      ' as a right browser does, ' + differing.length + ' otherwise.';
  };
  /** One that opens behind each four that do not, as long as there are any. */
  const order = () => {
    const opening = cases.filter(({ expect }) => expect === 'open');
    const others = cases.filter(({ expect }) => expect !== 'open');
    const step = Math.ceil(others.length / Math.max(1, opening.length));
    const ordered = [];
    while (opening.length + others.length > 0) ordered.push(...opening.splice(0, 1), ...others.splice(0, step));
    return ordered;
  };
  let run = 0;
  const finish = () => {
    run += 1;
    find('play-all').disabled = false;
    find('stop').hidden = true;
    find('bar').hidden = true;
    find('progress').textContent = summarize();
  };
  const playAll = async () => {
    const own = (run += 1);
    find('play-all').disabled = true;
    if (!(await isThere())) {
      find('play-all').disabled = false;
      tellOfNone();
      return;
    }
    find('stop').hidden = find('bar').hidden = false;
    find('progress').textContent = 'Playing.';
    find('bar').value = 0;
    const stopAt = ({ element }) => {
      finish();
      find('progress').textContent = 'Stopped: "' + element.querySelector('h4').textContent +
        '" does not go as in every browser, so what was played before it may say nothing. Is the zoo reached directly?';
    };
    for (const [at, each] of order().entries()) {
      const control = at % 20 === 0 ? await findFailedControl() : null;
      if (own !== run) return;
      if (control) return stopAt(control);
      const outcome = await play(each);
      if (own !== run) return;
      each.outcome = outcome;
      show(each);
      find('bar').value += 1;
    }
    const control = await findFailedControl();
    if (own !== run) return;
    if (control) return stopAt(control);
    finish();
  };
  const filter = () => {
    const kind = find('kind').value;
    const words = find('text').value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let shown = 0;
    for (const each of cases) {
      const fits = kind === '' || (kind === 'differs' ? each.outcome !== null && !isRight(each) : each.expect === kind);
      each.element.hidden = !fits || !words.every((word) => each.words.includes(word));
      if (!each.element.hidden) shown += 1;
    }
    for (const group of document.querySelectorAll('.group')) {
      group.hidden = group.querySelector('.case:not([hidden])') === null;
    }
    find('count').textContent = shown === cases.length ? '' : shown + ' of ' + cases.length;
  };
  for (const each of cases) {
    const { element, path } = each;
    element.querySelector('.controls').hidden = false;
    const button = element.querySelector('.play');
    button.addEventListener('click', async () => {
      button.disabled = true;
      const there = await isThere();
      if (there) each.outcome = await play(each);
      button.disabled = false;
      if (!there) {
        tellOfNone();
        return;
      }
      show(each);
      if (find('stop').hidden) find('progress').textContent = summarize();
    });
    const copy = element.querySelector('.copy');
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(originOf() + path);
        copy.firstChild.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(element.querySelector('.address'));
      }
    });
  }
  const address = () => {
    for (const { element, path } of cases) element.querySelector('.address').textContent = originOf() + path;
  };
  address();
  server?.addEventListener('input', address);
  find('play-all').addEventListener('click', playAll);
  find('stop').addEventListener('click', finish);
  find('kind').addEventListener('change', filter);
  find('text').addEventListener('input', filter);
  find('play').hidden = find('filter').hidden = false;
})();
`;
