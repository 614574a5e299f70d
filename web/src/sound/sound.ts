/** Wood and dice, made in the browser; silent until the first gesture and wherever the reader wants. */

import type { Sounds } from '../table/stage.svelte'

interface Knock {
  readonly frequency: number
  readonly decay: number
  readonly gain: number
  readonly delay: number
}

const PLACE: readonly Knock[] = [
  { frequency: 420, decay: 0.05, gain: 0.5, delay: 0 },
  { frequency: 180, decay: 0.09, gain: 0.35, delay: 0 },
]
const HIT: readonly Knock[] = [
  { frequency: 620, decay: 0.04, gain: 0.6, delay: 0 },
  { frequency: 260, decay: 0.12, gain: 0.5, delay: 0.02 },
  { frequency: 140, decay: 0.16, gain: 0.35, delay: 0.04 },
]
const DICE: readonly Knock[] = [0, 0.07, 0.15, 0.21, 0.28, 0.35].map((delay, index) => ({
  frequency: 1500 + 260 * ((index * 5) % 4),
  decay: 0.03,
  gain: 0.32 - index * 0.03,
  delay,
}))

export class WoodSounds implements Sounds {
  #context: AudioContext | null = null
  #noise: AudioBuffer | null = null
  readonly #isOn: () => boolean

  constructor(isOn: () => boolean) {
    this.#isOn = isOn
    const wake = (): void => this.#wake()
    addEventListener('pointerdown', wake, { once: true, capture: true })
    addEventListener('keydown', wake, { once: true, capture: true })
  }

  place(): void {
    this.#knock(PLACE)
  }

  hit(): void {
    this.#knock(HIT)
  }

  dice(): void {
    this.#knock(DICE)
  }

  /** Browsers allow sound only after a gesture; before it there is no context at all. */
  #wake(): void {
    if (this.#context || typeof AudioContext === 'undefined') return
    const context = new AudioContext()
    const noise = context.createBuffer(1, context.sampleRate * 0.2, context.sampleRate)
    const samples = noise.getChannelData(0)
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
    this.#context = context
    this.#noise = noise
  }

  #knock(knocks: readonly Knock[]): void {
    const context = this.#context
    if (!context || !this.#noise || !this.#isOn()) return
    for (const knock of knocks) {
      const start = context.currentTime + knock.delay
      const source = context.createBufferSource()
      source.buffer = this.#noise
      const band = context.createBiquadFilter()
      band.type = 'bandpass'
      band.frequency.value = knock.frequency
      band.Q.value = 6
      const gain = context.createGain()
      gain.gain.setValueAtTime(knock.gain, start)
      gain.gain.exponentialRampToValueAtTime(0.001, start + knock.decay)
      source.connect(band).connect(gain).connect(context.destination)
      source.start(start, 0, knock.decay + 0.02)
    }
  }
}
