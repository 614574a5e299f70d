import { describe, expect, it } from 'vitest'

import { checkedChoice, FIRST_CHOICE, fittingLength, GAMES, lengthsOf, LEVELS, withGame, withRules } from '../src/home/choice'
import { chosenOf, optionsFor } from '../src/rules/options'
import { checked } from '../src/settings/choices'

describe('what a player chooses', () => {
  it('keeps a length that the next game knows and replaces another', () => {
    expect(fittingLength('tavli', '7')).toBe('7')
    expect(fittingLength('tavli', 'money')).toBe('5')
    expect(fittingLength('fevga', 'money')).toBe('game')
    for (const game of GAMES) expect(lengthsOf(game)).toContain(fittingLength(game, 'nonsense'))
  })

  it('starts a game alone as one game, and keeps a length among its like', () => {
    const portes = withGame(FIRST_CHOICE, 'portes')
    expect(portes.rules.length).toBe('game')
    const longer = withRules(portes, { ...portes.rules, length: '7' })
    expect(withGame(longer, 'fevga').rules.length).toBe('7')
    expect(withGame(longer, 'tavli').rules.length).toBe('5')
  })

  it('drops house rules that the game does not know', () => {
    const plakoto = withRules(FIRST_CHOICE, { game: 'plakoto', length: '5', options: { 'plakoto.mother_points': '3', 'fevga.runner': 'reach_12' } })
    expect(plakoto.rules.options).toEqual({ 'plakoto.mother_points': '3' })
    expect(withGame(plakoto, 'portes').rules.options).toEqual({})
  })

  it('keeps nothing that equals the default', () => {
    expect(withRules(FIRST_CHOICE, { game: 'portes', length: '5', options: { 'portes.max_points': '2' } }).rules.options).toEqual({})
  })

  it.each([null, 3, [], { rules: 'x' }, { rules: { game: 'chess', length: {} }, level: 9 }])('starts afresh from %j', (stored) => {
    expect(checkedChoice(stored)).toEqual(FIRST_CHOICE)
  })

  it('keeps a level of today, and replaces one of former times', () => {
    expect(checkedChoice({ level: 'level-8' }).level).toBe('level-8')
    expect(checkedChoice({ level: 'baseline' }).level).toBe(FIRST_CHOICE.level)
    expect(LEVELS).toContain(FIRST_CHOICE.level)
  })
})

describe('the rules of a table', () => {
  it('has the cube’s options where the cube is played so', () => {
    const keys = (length: string): string[] => optionsFor({ game: 'backgammon', length }).map((option) => option.key)
    expect(keys('money')).toContain('bg.jacoby')
    expect(keys('money')).not.toContain('bg.crawford')
    expect(keys('7')).toContain('bg.crawford')
    expect(keys('7')).not.toContain('bg.beaver')
  })

  it('names the house rules first', () => {
    const [first] = chosenOf({ game: 'tavli', length: '5', options: { 'fevga.mobility': 'classic' } })
    expect(first).toEqual({ key: 'fevga.mobility', value: 'classic', isDefault: false })
  })
})

describe('settings', () => {
  it('replace missing and wrong values by their defaults', () => {
    const defaults = checked(null)
    expect(checked({ theme: 'pink', sound: 'yes', speed: 4 })).toEqual(defaults)
    expect(checked({ theme: 'dark', sound: false }).theme).toBe('dark')
    expect(defaults.autoRoll || defaults.autoConfirm).toBe(false)
  })
})
