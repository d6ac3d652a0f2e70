import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createRef, useState, type ReactNode } from 'react';
import type { JsonValue, JsonObject } from '../../../lib/json';
import { startingValue } from '../defaults';
import { faultText } from '../messages';
import { SchemaForm, type SchemaFormHandle } from '../SchemaForm';

export interface Opened {
  user: UserEvent;
  value: () => JsonValue;
  check: () => string[];
}

export function openForm(
  schema: JsonObject,
  given?: JsonValue,
  fieldNote: (name: string) => ReactNode = () => null,
): Opened {
  const handle = createRef<SchemaFormHandle>();
  let held: JsonValue = given ?? startingValue(schema, schema) ?? {};
  function Page() {
    const [value, setValue] = useState(held);
    held = value;
    return (
      <SchemaForm
        ref={handle}
        schema={schema}
        value={value}
        onChange={setValue}
        label="Arguments"
        formats="asserted"
        fieldNote={fieldNote}
      />
    );
  }
  render(
    <MantineProvider env="test" withGlobalClasses={false} withCssVariables={false}>
      <Page />
    </MantineProvider>,
  );
  return {
    user: userEvent.setup(),
    value: () => held,
    check: () => {
      let faults: string[] = [];
      act(() => {
        faults = (handle.current?.check() ?? []).map(
          ({ path, fault }) => `${path.join('.')} ${faultText(fault)}`,
        );
      });
      return faults;
    },
  };
}

/** A schema with the one property `x`. */
export const one = (x: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { x },
  ...more,
});

/** A value of two shapes, told apart by a constant. */
export const circleOrSquare = {
  oneOf: [
    {
      title: 'Circle',
      type: 'object',
      properties: { kind: { const: 'circle' }, r: { type: 'number' } },
      required: ['kind'],
    },
    {
      title: 'Square',
      type: 'object',
      properties: { kind: { const: 'square' }, side: { type: 'number' } },
      required: ['kind'],
    },
  ],
};

/** Every field of the form as `role name`, in order. */
export function fields(): string[] {
  const form = screen.getByRole('group', { name: 'Arguments' });
  const roles = [
    'textbox',
    'spinbutton',
    'combobox',
    'switch',
    'radio',
    'checkbox',
    'button',
    'status',
  ] as const;
  const found = roles.flatMap((role) =>
    within(form)
      .queryAllByRole(role)
      .map((element) => ({ role, element })),
  );
  const order = (a: Element, b: Element) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  return found
    .toSorted((a, b) => order(a.element, b.element))
    .map(({ role, element }) => `${role} ${nameOf(element)}`.trim());
}

function nameOf(element: Element): string {
  const labelled = element.getAttribute('aria-labelledby');
  const own = labelled === null ? null : document.getElementById(labelled)?.textContent;
  const label =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]
      : null;
  return (
    element.getAttribute('aria-label') ??
    own ??
    label?.textContent ??
    element.textContent ??
    ''
  ).trim();
}
