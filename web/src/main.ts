import './room/tokens.css'
import './room/base.css'
import './board/board.css'
import './table/table.css'
import './table/card.css'
import './home/home.css'

import { mount } from 'svelte'

import App from './App.svelte'
import { readBoot } from './boot/boot'
import { shade } from './room/theme.svelte'
import { speak } from './words/words.svelte'

async function start(): Promise<void> {
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no element #app to draw in.')
  const boot = readBoot(document)
  document.documentElement.dataset['theme'] = shade()
  await speak(boot.me.lang)
  root.replaceChildren()
  mount(App, { target: root, props: { boot, root } })
}

void start()
