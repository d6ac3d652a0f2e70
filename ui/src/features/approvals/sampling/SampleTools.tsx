import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Segments } from '../../../components/Segments';
import { Quote } from '../../../components/Quote';
import { VisibleText } from '../../../components/VisibleText';
import type { JsonObject } from '../../../lib/json';
import { CHOICES, choiceOf, toolsOf, withMember, withTool } from './sampleParams';
import { ServerName } from '../../../components/ServerName';

interface SampleToolsProps {
  label: string;
  original: JsonObject;
  params: JsonObject;
  onChange: (params: JsonObject) => void;
}

/** Tools the server offers to the model, and whether it may use them. They run there, not here. */
export function SampleTools({ label, original, params, onChange }: SampleToolsProps): ReactNode {
  const tools = toolsOf(original);
  if (tools.length === 0) return null;
  const offered = new Set(toolsOf(params).map((tool) => tool.name));
  return (
    <section aria-label="Tools offered to the model">
      <div className="row sample-tools-head">
        <h3 className="approval-head">
          Tools offered to the model{' '}
          <span className="t3 fs12">
            <span className="num">{offered.size}</span>, run by <ServerName label={label} />
          </span>
        </h3>
        <span className="end">
          <Segments
            pick="one"
            label="The model may use them"
            segments={CHOICES.map((choice) => ({ label: choice, title: TITLES[choice] }))}
            chosen={[CHOICES.findIndex((choice) => choice === choiceOf(params))]}
            onPick={(index) => onChange(withMember(params, 'toolChoice', { mode: CHOICES[index] ?? 'auto' }))}
          />
        </span>
      </div>
      <Quote>
        <ul className="sample-offered">
          {tools.map(({ name, description }) => (
            <li key={name}>
              <Checkbox
                label={
                  <span className="mono">
                    <VisibleText text={name} />
                  </span>
                }
                checked={offered.has(name)}
                onChange={(event) => onChange(withTool(params, original, name, event.currentTarget.checked))}
              />
              <span className="t2">
                <VisibleText text={description} />
              </span>
            </li>
          ))}
        </ul>
      </Quote>
    </section>
  );
}

const TITLES = {
  auto: 'The model decides whether it uses tools',
  required: 'The model has to use one',
  none: 'The model may use none',
};
